/** The two tones of every announcement, such as of a new request or quote: hertz, and seconds after the first tone. */
const TONES = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.16 },
] as const;
const TONE_S = 0.14;
const LOUDNESS = 0.25;
/** The seconds of silence after the fade of each tone: stopping a tone that can still be heard would make a click. */
const SILENT_S = 0.03;

let context: AudioContext | null = null;

/**
 * Unlocks audio. Call it in the handler of a press, because browsers allow it only there. Resolves when audio runs or
 * is refused, and never rejects.
 */
export async function unlockSound(): Promise<void> {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // A phone also suspends a running context when the page is in the background for long.
  if (context.state !== 'running') await context.resume().catch(() => undefined);
}

/**
 * Unlocks audio at each tap or key press, because a browser lets a page play sound only after one. Returns a function
 * that removes the listeners.
 */
export function unlockSoundOnTap(): () => void {
  const events = ['pointerup', 'keydown'] as const;
  const unlock = () => void unlockSound();
  for (const name of events) document.addEventListener(name, unlock);
  return () => {
    for (const name of events) document.removeEventListener(name, unlock);
  };
}

/** Two short tones; silence before the first tap and if the browser has no audio. */
export function playTones(): void {
  if (context?.state !== 'running') return;
  const loudness = context.createGain();
  loudness.connect(context.destination);
  const now = context.currentTime;
  for (const { hertz, at } of TONES) {
    const tone = context.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(loudness);
    tone.start(now + at);
    tone.stop(now + at + TONE_S);
    loudness.gain.setValueAtTime(LOUDNESS, now + at);
    loudness.gain.linearRampToValueAtTime(0, now + at + TONE_S - SILENT_S);
  }
}
