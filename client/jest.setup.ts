import { configure } from '@testing-library/react';

// Lazy parts load late on a busy machine; a test that waits ends as soon as its condition holds.
configure({ asyncUtilTimeout: Number(process.env.ASYNC_UTIL_TIMEOUT ?? 15_000) });

// Parts that jsdom lacks and the component library calls on mount.
const nothing = () => undefined;

window.matchMedia = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: nothing,
  removeEventListener: nothing,
  addListener: nothing,
  removeListener: nothing,
  dispatchEvent: () => false,
});

class QuietObserver implements ResizeObserver {
  observe = nothing;
  unobserve = nothing;
  disconnect = nothing;
}
window.ResizeObserver = QuietObserver;
window.HTMLElement.prototype.scrollIntoView = nothing;

Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
window.scrollTo = nothing;
URL.createObjectURL = () => 'blob:nothing';
URL.revokeObjectURL = nothing;
