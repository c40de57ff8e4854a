/** The sounds of a match, made by arithmetic when they are needed: nothing is downloaded. */

export type SoundName = "piece" | "win" | "loss" | "draw";

export interface Sounds {
  /** Play a sound; silent before the first gesture on the page, where there is no sound, and when muted. */
  play(name: SoundName): void;
  /** From 0 to 1. */
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
}

export function createSounds(volume = 0.6, muted = false): Sounds {
  let context: AudioContext | null = null;
  let master: GainNode | null = null;

  const loudness = () => (muted ? 0 : Math.min(1, Math.max(0, volume)) ** 2);

  /** A browser lets a page sound only after a gesture, so nothing is made before one. */
  function open(): { context: AudioContext; master: GainNode } | null {
    if (context && master) return { context, master };
    const hasActed = globalThis.navigator?.userActivation?.hasBeenActive ?? true;
    if (!hasActed || typeof AudioContext === "undefined") return null;
    try {
      context = new AudioContext();
      master = context.createGain();
      master.gain.value = loudness();
      master.connect(context.destination);
    } catch {
      return null;
    }
    return { context, master };
  }

  function set(): void {
    if (context && master) master.gain.setTargetAtTime(loudness(), context.currentTime, 0.015);
  }

  return {
    play(name) {
      if (muted || volume <= 0) return;
      const opened = open();
      if (!opened) return;
      if (opened.context.state === "suspended") void opened.context.resume().catch(() => undefined);
      recipes[name](opened.context, opened.master, opened.context.currentTime + 0.005);
    },
    setVolume(next) {
      volume = Number.isFinite(next) ? next : volume;
      set();
    },
    setMuted(next) {
      muted = next;
      set();
    },
  };
}

type Recipe = (context: AudioContext, out: AudioNode, at: number) => void;

const recipes: Record<SoundName, Recipe> = {
  piece: knock,
  win: (context, out, at) =>
    [523.25, 659.25, 783.99, 1046.5].forEach((pitch, index) => bar(context, out, at + index * 0.11, pitch, 0.5)),
  loss: (context, out, at) =>
    [392, 311.13, 261.63].forEach((pitch, index) => bar(context, out, at + index * 0.17, pitch, 0.45)),
  draw: (context, out, at) => [440, 440].forEach((pitch, index) => bar(context, out, at + index * 0.2, pitch, 0.4)),
};

/** A piece put down on wood: a click of noise, and the board's two low tones dying at once. */
function knock(context: AudioContext, out: AudioNode, at: number): void {
  const length = Math.floor(context.sampleRate * 0.03);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 4;
  const click = context.createBufferSource();
  click.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1900;
  filter.Q.value = 0.9;
  const gain = context.createGain();
  gain.gain.value = 0.55;
  click.connect(filter).connect(gain).connect(out);
  click.start(at);
  // Two knocks are never quite the same.
  const detune = 0.96 + Math.random() * 0.08;
  tone(context, out, at, 196 * detune, 0.55, 0.085, "sine");
  tone(context, out, at, 487 * detune, 0.22, 0.045, "sine");
}

/** A wooden bar struck with a soft mallet: its tone, and the overtone that a bar has. */
function bar(context: AudioContext, out: AudioNode, at: number, pitch: number, loudness: number): void {
  tone(context, out, at, pitch, loudness * 0.5, 0.5, "sine");
  tone(context, out, at, pitch * 3.93, loudness * 0.1, 0.12, "sine");
}

function tone(
  context: AudioContext,
  out: AudioNode,
  at: number,
  pitch: number,
  loudness: number,
  seconds: number,
  type: OscillatorType,
): void {
  const oscillator = context.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(pitch, at);
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  oscillator.connect(gain).connect(out);
  oscillator.start(at);
  oscillator.stop(at + seconds + 0.02);
}
