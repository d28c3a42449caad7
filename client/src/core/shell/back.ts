import { bridge } from './bridge';

/** The index of the present history entry, as the router counts them; 0 is the first page of the app. */
export function historyIndex(): number {
  const { state } = window.history;
  return typeof state?.idx === 'number' ? state.idx : 0;
}

function goBack(): void {
  if (historyIndex() > 0) window.history.back();
  else void bridge().Plugins.App.minimizeApp();
}

/** Sends Escape: an open dialog or list handles the event and prevents its default. Returns whether one was open. */
function closeDialog(): boolean {
  const target = document.activeElement ?? document.body;
  return !target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

function onBack(): void {
  const before = window.location.search;
  if (!closeDialog()) goBack();
  // A dialog with a URL of its own has replaced its history entry on closing: the entry before is the page that opened it.
  else if (window.location.search !== before && historyIndex() > 0) window.history.back();
}

/**
 * Android's Back closes the topmost dialog or list, else goes back a page, and from the first page to the home screen.
 */
export function startBack(): void {
  bridge().Plugins.App.addListener('backButton', onBack);
}
