interface Audio {
  /** The frequencies of the started tones, in hertz. */
  sounded: number[];
  /** How many audio contexts were created. */
  made: number;
  remove: () => void;
}

/** A fake of browser audio, which is suspended until a press resumes it, as in real browsers. */
export function fakeAudio(): Audio {
  const audio: Audio = { sounded: [], made: 0, remove: () => Reflect.deleteProperty(globalThis, 'AudioContext') };
  class FakeContext {
    state = 'suspended';
    currentTime = 0;
    destination = {};
    constructor() {
      audio.made += 1;
    }
    async resume() {
      this.state = 'running';
    }
    createGain() {
      return {
        connect: () => undefined,
        gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
      };
    }
    createOscillator() {
      const frequency = { value: 0 };
      const start = () => audio.sounded.push(frequency.value);
      return { frequency, connect: () => undefined, start, stop: () => undefined };
    }
  }
  Object.defineProperty(globalThis, 'AudioContext', { configurable: true, value: FakeContext });
  return audio;
}
