import { afterAll, afterEach, beforeEach } from '@jest/globals';
import { forgetOutage } from '../geo/roads.service';
import { type RouterStub, routerStub } from './router';
import { withSettings } from './settings';

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
  const useNone = () => {
    reset();
    reset = () => undefined;
  };
  const use: TestRouter['use'] = (more) => {
    useNone();
    reset = withSettings({ ROUTER_URL: router.url, ROUTER_KIND: 'osrm', ...more });
  };
  beforeEach(() => {
    forgetOutage();
    router.mood = 'well';
    router.asked.length = 0;
    router.offRoad = () => false;
    use({});
  });
  afterEach(useNone);
  afterAll(() => router.close());
  return { router, use, useNone };
}
