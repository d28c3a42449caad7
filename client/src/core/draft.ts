/** Drafts hold unsent form values in session storage, until success or sign-out. */
const PREFIX = 'draft:';
const OWNER = 'owner';

/** The saved values merged over `fallback`. */
export function readDraft<T extends object>(name: string, fallback: T): T {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    const kept: unknown = text ? JSON.parse(text) : null;
    return kept && typeof kept === 'object' ? { ...fallback, ...kept } : fallback;
  } catch {
    return fallback;
  }
}

/** Saves values. Callers leave out passwords and files. */
export function writeDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // Without storage a draft is lost on reload.
  }
}

/** Deletes the draft of this name. */
export function clearDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage there is no draft.
  }
}

/** Deletes all drafts of this tab. */
export function clearAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is no draft.
  }
}

/** Deletes the drafts of another user: called when a user signs in on this tab. */
export function claimDrafts(userId: string): void {
  const owner = readDraft(OWNER, { id: userId });
  if (owner.id !== userId) clearAllDrafts();
  writeDraft(OWNER, { id: userId });
}
