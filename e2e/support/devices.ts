/** The devices of the tests: a phone with a touch screen, in light mode, and a desktop in dark mode. */
export const devices = {
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', hasTouch: false, isMobile: false },
} as const;

export type Device = keyof typeof devices;
