import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom with the classes of browsers that it lacks: those of fetch, the text encoder and decoder, and structuredClone.
 */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Request, Headers, TextEncoder, TextDecoder, structuredClone });
  }
}
