import { type KeyboardEvent, useState } from 'react';

interface Rows {
  isOpen: boolean;
  /** The ids of the rows in their order. */
  ids: readonly string[];
  /** The row that is active before an arrow key is pressed; null if Enter must not choose a row before that. */
  first: string | null;
  onChoose: (id: string) => void;
  onOpen: () => void;
  onClose: () => void;
}

interface ActiveRow {
  active: string | null;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Makes `first` active again; call it when the text changes. */
  reset: () => void;
}

/**
 * The keys of a combobox (WAI-ARIA): the arrows move the active row, Enter chooses that row, Escape closes the list.
 * Enter with a closed list does not submit the form: a user who ends a text with Enter has not yet seen what would be
 * posted.
 */
export function useActiveRow({ isOpen, ids, first, onChoose, onOpen, onClose }: Rows): ActiveRow {
  const [moved, setMoved] = useState<string | null>(null);
  const active = !isOpen ? null : moved !== null && ids.includes(moved) ? moved : first;
  const step = (by: 1 | -1) => {
    const at = active === null ? (by === 1 ? -1 : ids.length) : ids.indexOf(active);
    setMoved(ids[(at + by + ids.length) % ids.length] ?? null);
  };
  const actions: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? step(1) : onOpen()),
    ArrowUp: () => (isOpen ? step(-1) : onOpen()),
    Enter: () => (active === null ? onClose() : onChoose(active)),
    Escape: onClose,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.nativeEvent.isComposing ? undefined : actions[event.key];
    const isSubmit = !isOpen && event.key === 'Enter';
    if (!action || (!isOpen && !isSubmit && !event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    if (!isSubmit) action();
  };
  return { active, onKeyDown, reset: () => setMoved(null) };
}
