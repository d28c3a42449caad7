import { afterAll, afterEach, beforeEach, jest } from '@jest/globals';
import { forgetOutage } from '../geo/roads.service';
import { type RouterStub, routerStub } from './router';
import { withSettings } from './settings';

/** How many times longer than in the product a router that answers may take. */
const PATIENCE = 20;

export interface TestRouter {
  router: RouterStub;
  /** Overrides the app's settings until the end of the test; the router stays unless the settings name another one. */
  use: (more: Parameters<typeof withSettings>[0]) => void;
  /** Removes the router from the settings until the end of the test. */
  useNone: () => void;
}

/**
 * For the top of a test file with an app: a router that the app uses, and that is reset before each test.
 * @example const { router, use } = await setUpRouter();
 */
export async function setUpRouter(): Promise<TestRouter> {
  const router = await routerStub();
  let reset: () => void = () => undefined;
  let waiting: { mockRestore(): void } | undefined;
  const useNone = () => {
    reset();
    reset = () => undefined;
  };
  const use: TestRouter['use'] = (more) => {
    useNone();
    reset = withSettings({ ROUTER_URL: router.url, ROUTER_KIND: 'osrm', ...more });
  };
  beforeEach(() => {
    // A router that answers is not given up when the machine stalls.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    waiting = jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => timeout(router.mood === 'silent' ? ms : ms * PATIENCE));
    forgetOutage();
    router.mood = 'well';
    router.asked.length = 0;
    router.offRoad = () => false;
    use({});
  });
  afterEach(() => {
    waiting?.mockRestore();
    useNone();
  });
  afterAll(() => router.close());
  return { router, use, useNone };
}
