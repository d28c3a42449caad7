import { createUserStore } from './mirror';

const DISMISSED_KEY = 'push_offer_dismissed';

/**
 * Whether the person has done something in this page that notifications are useful for: posted a request, booked,
 * quoted or gone online. It is not stored, so that nothing is offered at the start of the app.
 */
export const usePushOffer = createUserStore({ isDue: false });

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}

/** Offers notifications from now on, unless they were declined on this device. */
export function offerPush(): void {
  if (!wasDismissed()) usePushOffer.setState({ isDue: true });
}

/** Declines the offer: this device never makes it again, and the settings of the inbox keep the switch. */
export function dismissPushOffer(): void {
  usePushOffer.setState({ isDue: false });
  try {
    localStorage.setItem(DISMISSED_KEY, 'yes');
  } catch {
    // Without storage the offer may return after the next load.
  }
}
