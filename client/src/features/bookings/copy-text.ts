/** Puts a text on the clipboard, also where the page is not a secure context. Rejects when the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  // Inside the open dialog, which would take the focus back from anything outside of it.
  (document.activeElement?.parentElement ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('copy');
}
