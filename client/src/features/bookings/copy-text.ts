import { moveFocus } from '../../core/focus';

/** The fallback for older browsers and pages without HTTPS. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  const focused = document.activeElement;
  // The field is added inside the open dialog, whose focus trap takes the focus back from elements outside of it.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  moveFocus(focused);
  return isDone;
}

/**
 * Puts a text on the clipboard, also if the page is not a secure context. Rejects when the browser does not allow
 * it.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (!copyBySelection(text)) throw error;
  }
}
