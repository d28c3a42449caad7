import { useEffect, useState } from 'react';
import { prefersReducedMotion } from '../../../core/motion';

/** The playback speeds: seconds of the trip per second. */
export const speeds = [1, 10, 30, 60] as const;
export type Speed = (typeof speeds)[number];

/** How often the car moves, in ms: often enough to look continuous; with reduced motion once a second. */
const TICK_MS = 250;
const STILL_TICK_MS = 1_000;

export interface Playback {
  /** Seconds since the start of the trip. */
  second: number;
  isPlaying: boolean;
  speed: Speed;
  seek: (second: number) => void;
  /** Pauses, or plays; at the end of the trip it plays from the start. */
  toggle: () => void;
  setSpeed: (speed: Speed) => void;
}

/** Plays a trip of this many seconds; paused at first. */
export function usePlayback(duration: number): Playback {
  const [second, setSecond] = useState(0);
  const [wantsPlay, setWantsPlay] = useState(false);
  const [speed, setSpeed] = useState<Speed>(30);
  const isPlaying = wantsPlay && second < duration;
  useEffect(() => {
    if (!isPlaying) return;
    const tick = prefersReducedMotion() ? STILL_TICK_MS : TICK_MS;
    const timer = setInterval(() => setSecond((now) => Math.min(duration, now + (speed * tick) / 1_000)), tick);
    return () => clearInterval(timer);
  }, [isPlaying, speed, duration]);
  return {
    second,
    isPlaying,
    speed,
    seek: (to) => setSecond(Math.min(duration, Math.max(0, to))),
    toggle: () => {
      if (!isPlaying && second >= duration) setSecond(0);
      setWantsPlay(!isPlaying);
    },
    setSpeed,
  };
}
