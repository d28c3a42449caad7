import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { PushSubscriptionModel } from '../push/push.model';
import { closePush, pushesWaiting } from '../push/push.service';
import type { TestApp, TestPerson } from './app';
import { openPushService, type TestBrowser, type TestPushService } from './push-service';
import { eventually } from './realtime';
import { withSettings } from './settings';

/**
 * Opens a push service for the tests of a file, and returns a function that returns it; each test begins without
 * subscriptions.
 */
export function setUpPushService(): () => TestPushService {
  let service: TestPushService;
  let restore = () => {};
  beforeAll(async () => {
    service = await openPushService();
    restore = withSettings({ PUSH_SERVICES: service.origin });
  });
  afterAll(async () => {
    restore();
    await service.close();
  });
  afterEach(async () => {
    await closePush();
    service.received.length = 0;
    service.answer(201);
    await PushSubscriptionModel.deleteMany({});
  });
  return () => service;
}

/** Opens a push service for the tests of a file, and subscribes browsers of people to it. */
export function setUpPushBrowsers(app: Pick<TestApp, 'request'>) {
  const service = setUpPushService();
  const toBrowser = ({ endpoint }: TestBrowser) =>
    service().received.filter(({ path }) => new URL(endpoint).pathname === path);
  const messages = (browser: TestBrowser) => toBrowser(browser).map(({ body }) => browser.open(body));
  return {
    /** Subscribes a browser of this person; with `from` it changes what that browser is notified of. */
    async subscribed(person: Pick<TestPerson, 'token'>, choice: object = {}, from?: TestBrowser): Promise<TestBrowser> {
      const browser = from ?? service().browser();
      const { endpoint, keys } = browser;
      const { status } = await app.request('PUT', '/push/subscription', {
        token: person.token,
        body: { endpoint, keys, ...choice },
      });
      if (status !== 200) throw new Error(`the subscription answered ${status}`);
      return browser;
    },
    /** The messages that this browser received, the oldest first. */
    messages,
    headers: (browser: TestBrowser) => toBrowser(browser).map(({ headers }) => headers),
    /**
     * Waits until this browser has received `count` messages and nothing more waits to be sent; returns its messages.
     */
    async received(browser: TestBrowser, count: number) {
      await eventually(() => toBrowser(browser).length >= count, `fewer than ${count} messages arrived`);
      await eventually(() => pushesWaiting() === 0, 'messages still wait');
      return messages(browser);
    },
  };
}
