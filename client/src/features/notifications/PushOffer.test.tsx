import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { offerPush, usePushOffer } from '../../core/push-offer';
import { signIn, signOut } from '../../core/session';
import { renderPart } from '../../testing/render';

const permission = { answer: 'default', given: 'default' };
Object.assign(globalThis, {
  PushManager: class {},
  Notification: {
    get permission() {
      return permission.given;
    },
    requestPermission: async () => permission.answer,
  },
});
Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration: async () => undefined } });
const { usePush } = await import('../../core/push');
const { Shell } = await import('../../app/Shell');

const user = { id: 'u1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
beforeEach(() => {
  localStorage.clear();
  signIn({ access_token: 't', token_type: 'bearer', user });
  usePush.setState({ state: 'off' });
});
afterEach(() => {
  cleanup();
  signOut();
});

const card = () => screen.queryByRole('region', { name: 'Get notified?' });
const show = () => renderPart(<Shell title="Page">content</Shell>);

test('notifications are offered after an action that makes them useful, and not at the start of the app', () => {
  show();
  expect(card()).toBeNull();
  act(offerPush);
  expect(card()).not.toBeNull();
});

test('Not Now is remembered on this device, and the page gets the focus', () => {
  show();
  act(offerPush);
  act(() => screen.getByRole('button', { name: 'Not Now' }).click());
  expect([card(), document.activeElement?.id]).toEqual([null, 'main']);
  act(() => signOut());
  act(() => signIn({ access_token: 't', token_type: 'bearer', user: { ...user, id: 'u2' } }));
  act(offerPush);
  expect(card()).toBeNull();
});

test.each(['on', 'denied', 'unsupported'] as const)('nothing is offered if notifications are %s', (state) => {
  show();
  act(() => usePush.setState({ state }));
  act(offerPush);
  expect(card()).toBeNull();
});

test('a refusal in the browser ends the offer', async () => {
  show();
  act(offerPush);
  permission.answer = 'denied';
  permission.given = 'denied';
  act(() => screen.getByRole('button', { name: 'Turn on' }).click());
  await waitFor(() => expect(card()).toBeNull());
  expect(usePush.getState().state).toBe('denied');
});

test('a sign-out ends the offer, so that the next account does not see it', () => {
  act(offerPush);
  act(() => signOut());
  expect(usePushOffer.getState().isDue).toBe(false);
});

test('the card never covers the sheet of a stage', () => {
  renderPart(
    <Shell title="Page" onStage>
      content
    </Shell>,
  );
  act(offerPush);
  expect(card()).toBeNull();
});
