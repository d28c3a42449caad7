import { configure } from '@testing-library/react';

// Long, because lazy parts load late on a busy machine. A wait still ends as soon as its condition holds.
configure({ asyncUtilTimeout: Number(process.env.ASYNC_UTIL_TIMEOUT ?? 15_000) });

// The browser APIs that the component library calls on mount, and that jsdom lacks.
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
