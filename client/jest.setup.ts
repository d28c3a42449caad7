import { configure } from '@testing-library/react';

// Lazy parts come in their own time on a busy machine; a test that waits ends as soon as what it waits for is there.
configure({ asyncUtilTimeout: Number(process.env.ASYNC_UTIL_TIMEOUT ?? 15_000) });

// What jsdom leaves out and the component library asks for at mount.
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
