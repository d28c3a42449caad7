import { expect } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';

/** How long to wait for an enabled button, in ms: longer than the 1.2 s in which a new button is locked. */
const TIMEOUT_MS = 5_000;

/** Presses the button of this name as soon as it is enabled. */
export async function press(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false), {
    timeout: TIMEOUT_MS,
  });
  fireEvent.click(screen.getByRole('button', { name }));
}
