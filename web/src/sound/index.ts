export { createSounds, type SoundName, type Sounds } from "./sounds";
