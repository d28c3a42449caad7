import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with what browsers have and it leaves out: the answers and texts of fetch. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Request, Headers, TextEncoder, TextDecoder });
  }
}
