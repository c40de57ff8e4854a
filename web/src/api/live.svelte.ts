/** A match as it happens: one WebSocket that comes back by itself and asks only for what it missed. */

import { take } from "./reduce";
import { Refused, Unreachable } from "./client";
import type {
  ActionFields,
  ClientFrame,
  Done,
  Language,
  MatchEvent,
  MatchState,
  PlayFields,
  Seat,
  ServerFrame,
  You,
} from "./types";

export type Connection = "connecting" | "open" | "lost" | "gone";

interface Waiting {
  resolve: (answer: Done) => void;
  reject: (reason: Refused | Unreachable) => void;
}

export interface Listener {
  event?: (event: MatchEvent, before: MatchState, after: MatchState) => void;
  /** The shortest time that a position is shown before a machine's move, in milliseconds; none without it. */
  pace?: () => number;
}

const FIRST_WAIT = 200;
const LONGEST_WAIT = 5000;
const NO_MATCH = 4404;
const DAMAGED = 4410;

export class LiveMatch {
  state = $state.raw<MatchState | null>(null);
  you = $state.raw<You>({ seats: [], owner: false });
  connection = $state<Connection>("connecting");
  watchers = $state(0);
  /** True if two machines wait for room on the server to go on. */
  waits = $state(false);
  /** The reason why the match cannot be shown, where the server says more than that there is none. */
  refusal = $state<string | null>(null);
  /** The move that is drawn before the server has answered. */
  pending = $state<string | null>(null);
  /** The time, by this page's own clock, at which the state's clock was read. */
  clockRead = $state(0);

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #next = 1;
  #waiting = new Map<Done["id"], Waiting>();
  /** Events not shown yet, with the time at which they came. */
  #coming: { event: MatchEvent; at: number }[] = [];
  #pacing: ReturnType<typeof setTimeout> | undefined;
  #shown = 0;

  constructor(
    readonly match: string,
    readonly language: () => Language,
    readonly listener: Listener = {},
  ) {
    this.#connect();
    addEventListener("online", this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pacing);
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    this.#socket?.close();
    this.#refuseAll();
  }

  /** The seat that this page may move now, if any. */
  get seatToMove(): Seat | null {
    const turn = this.state?.turn;
    if (!turn || this.state?.phase !== "playing" || this.state.paused) return null;
    const seat = turn.seat;
    return this.you.seats.includes(seat) ? seat : null;
  }

  /** Play *move*: drawn at once, and rolled back if it is refused. Rejects with the problem. */
  async play(move: string, isDrawn = true): Promise<void> {
    const state = this.state;
    if (!state || this.pending !== null) return;
    this.pending = isDrawn ? move : null;
    try {
      await this.act("play", { move, ply: state.history.length, game: state.game_number, after: state.number });
    } finally {
      this.pending = null;
    }
  }

  act(type: "play", fields: PlayFields): Promise<Done>;
  act(type: ClientFrame["type"], fields?: ActionFields): Promise<Done>;
  act(type: ClientFrame["type"], fields: PlayFields | ActionFields = {}): Promise<Done> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Unreachable());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  #hurry = (): void => {
    if (this.connection !== "lost") return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const after = this.state ? `after=${this.state.number}&` : "";
    const path = `/api/matches/${encodeURIComponent(this.match)}/live?${after}lang=${this.language()}`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket = socket;
    socket.onmessage = (message) => this.#receive(JSON.parse(String(message.data)) as ServerFrame);
    socket.onclose = (closing) => {
      if (this.#socket === socket) this.#lose(closing.code);
    };
  }

  #lose(code: number): void {
    this.#socket = null;
    // Events received but not shown yet are requested again.
    this.#coming = [];
    this.pending = null;
    this.#refuseAll();
    if (this.#closed) return;
    if (code === NO_MATCH || code === DAMAGED) {
      this.connection = "gone";
      return;
    }
    this.connection = "lost";
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #refuseAll(): void {
    for (const { reject } of this.#waiting.values()) reject(new Unreachable());
    this.#waiting.clear();
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case "welcome":
        this.connection = "open";
        this.#wait = FIRST_WAIT;
        this.you = frame.you;
        this.pending = null;
        if (frame.state) this.#adopt(frame.state, performance.now());
        break;
      case "event":
        this.#coming.push({ event: frame, at: performance.now() });
        if (this.#pacing === undefined) this.#show();
        break;
      case "presence":
        this.watchers = frame.watchers;
        this.waits = frame.waits;
        if (this.state) {
          const [first, second] = this.state.seats;
          this.state = {
            ...this.state,
            seats: [
              { ...first, connected: frame.connected[0] ?? false },
              { ...second, connected: frame.connected[1] ?? false },
            ],
          };
        }
        break;
      case "rematch":
        if (this.state) this.state = { ...this.state, rematch: frame.match };
        break;
      case "fault":
        if (this.state) this.state = { ...this.state, fault: frame.fault };
        break;
      case "done":
        this.#waiting.get(frame.id)?.resolve(frame);
        this.#waiting.delete(frame.id);
        break;
      case "refused":
        if (frame.id === null) {
          this.refusal = frame.problem.detail;
          break;
        }
        this.#waiting.get(frame.id)?.reject(new Refused(frame.problem));
        this.#waiting.delete(frame.id);
        break;
    }
  }

  /** Show what has come, in its order and no faster than the eye follows. */
  #show(): void {
    this.#pacing = undefined;
    for (let next = this.#coming[0]; next; next = this.#coming[0]) {
      const wait = this.#isOfMachine(next.event) ? this.#shown + (this.listener.pace?.() ?? 0) - performance.now() : 0;
      if (wait > 1) {
        this.#pacing = setTimeout(() => this.#show(), wait);
        return;
      }
      this.#coming.shift();
      this.#follow(next.event, next.at);
    }
  }

  #isOfMachine({ event, seat }: MatchEvent): boolean {
    return event === "played" && seat !== null && this.state?.seats[seat].kind === "machine";
  }

  #follow(event: MatchEvent, at: number): void {
    const before = this.state;
    if (!before) return;
    const step = take(before, event);
    if (step.kind === "gap") {
      // Something was missed: come back and ask for it.
      this.#socket?.close();
    } else if (step.kind === "apply") {
      this.pending = null;
      this.#adopt(step.state, at);
      this.listener.event?.(event, before, step.state);
    }
  }

  /** Take *state*, whose clock was read *at*. */
  #adopt(state: MatchState, at: number): void {
    this.state = state;
    this.clockRead = at;
    this.#shown = performance.now();
  }
}
