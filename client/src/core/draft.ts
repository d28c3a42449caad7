/** What was typed and not yet sent: kept for the session of this tab, cleared by success and by signing out. */
const PREFIX = 'draft:';
const OWNER = 'owner';

/** The kept values over `fallback`, or `fallback` alone. */
export function readDraft<T extends object>(name: string, fallback: T): T {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    const kept: unknown = text ? JSON.parse(text) : null;
    return kept && typeof kept === 'object' ? { ...fallback, ...kept } : fallback;
  } catch {
    return fallback;
  }
}

/** Keeps values. Passwords and files are never given to it. */
export function writeDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // A draft that cannot be kept is only lost by a reload.
  }
}

/** Forgets what was kept under this name. */
export function clearDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}

/** Forgets every draft of this tab. */
export function clearAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Drafts belong to the person who typed them: somebody else signing in on this tab finds none. */
export function claimDrafts(userId: string): void {
  const owner = readDraft(OWNER, { id: userId });
  if (owner.id !== userId) clearAllDrafts();
  writeDraft(OWNER, { id: userId });
}
