import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPart } from '../testing/render';
import { lazyPart } from './lazy-part';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
  cleanup();
  jest.restoreAllMocks();
});

/** A part whose import fails this many times before it succeeds. */
function failingPart(failures: number) {
  let imports = 0;
  const reload = jest.fn();
  const load = async () => {
    imports += 1;
    if (imports <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>The part</p>;
  };
  return { Part: lazyPart(load, { reload }), imports: () => imports, reload };
}

const serverAnswers = (status: number | null) => {
  globalThis.fetch = async () => {
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response('', { status });
  };
};

const tryAgain = async () => fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));

describe('a part whose import failed', () => {
  test('is imported again by each press of Try again', async () => {
    serverAnswers(null);
    const { Part, imports, reload } = failingPart(2);
    renderPart(<Part />);
    await tryAgain();
    await tryAgain();
    expect(await screen.findByText('The part')).toBeTruthy();
    expect(imports()).toBe(3);
    expect(reload).not.toHaveBeenCalled();
  });

  test('reloads the page if the import fails again although the server is reachable', async () => {
    serverAnswers(200);
    const { Part, reload } = failingPart(9);
    renderPart(<Part />);
    await screen.findByRole('button', { name: 'Try again' });
    expect(reload).not.toHaveBeenCalled();
    await tryAgain();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('is imported again the next time it is shown', async () => {
    const { Part, imports } = failingPart(1);
    renderPart(<Part />);
    await screen.findByRole('button', { name: 'Try again' });
    cleanup();
    renderPart(<Part />);
    expect(await screen.findByText('The part')).toBeTruthy();
    expect(imports()).toBe(2);
  });
});

test('a loaded part is imported once for all its uses', async () => {
  const { Part, imports } = failingPart(0);
  renderPart(<Part />);
  await screen.findByText('The part');
  cleanup();
  renderPart(<Part />);
  expect(screen.getByText('The part')).toBeTruthy();
  expect(imports()).toBe(1);
});

/** Lets this many tasks of the page run; no time needs to pass. */
async function runTasks(count: number): Promise<void> {
  for (let task = 0; task < count; task++) await new Promise((resolve) => setTimeout(resolve, 0));
}

test('a part in another part is shown as soon as both are loaded', async () => {
  const Inner = failingPart(0).Part;
  const Outer = lazyPart(async () => () => <Inner />);
  renderPart(<Outer />);
  await runTasks(20);
  expect(screen.getByText('The part')).toBeTruthy();
});
