import { expect } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';

/** Longer than the 1.2 s in which a new button takes no press. */
const TIMEOUT_MS = 5_000;

/** Presses the button of this name as soon as there is one that takes a press. */
export async function press(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false), {
    timeout: TIMEOUT_MS,
  });
  fireEvent.click(screen.getByRole('button', { name }));
}
