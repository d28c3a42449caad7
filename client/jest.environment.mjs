import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the parts of browsers that it lacks: the answers and texts of fetch. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Request, Headers, TextEncoder, TextDecoder });
  }
}
