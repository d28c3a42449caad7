import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the classes of browsers that it lacks: those of fetch, and the text encoder and decoder. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Request, Headers, TextEncoder, TextDecoder });
  }
}
