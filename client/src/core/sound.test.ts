import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fakeAudio } from '../testing/audio';

let audio: ReturnType<typeof fakeAudio>;

beforeEach(() => {
  jest.resetModules();
  audio = fakeAudio();
});
afterEach(() => audio.remove());

test('the page is silent before the first tap, and plays two tones after it', async () => {
  const { playTones, unlockSoundOnTap } = await import('./sound');
  const stop = unlockSoundOnTap();
  playTones();
  expect(audio.sounded).toEqual([]);
  document.dispatchEvent(new Event('pointerup'));
  playTones();
  expect(audio.sounded).toEqual([660, 880]);
  document.dispatchEvent(new Event('pointerup'));
  expect(audio.made).toBe(1);
  stop();
});

test('a tap after the listener was removed creates no audio context, and a browser without audio stays silent', async () => {
  const { playTones, unlockSoundOnTap } = await import('./sound');
  unlockSoundOnTap()();
  document.dispatchEvent(new Event('pointerup'));
  expect(audio.made).toBe(0);
  audio.remove();
  const stop = unlockSoundOnTap();
  document.dispatchEvent(new Event('keydown'));
  expect(playTones).not.toThrow();
  stop();
});

test('a press that switches the sound on plays it immediately, without an earlier tap', async () => {
  const { playTones, unlockSound } = await import('./sound');
  await unlockSound();
  playTones();
  expect(audio.sounded).toEqual([660, 880]);
});
