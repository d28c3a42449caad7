import { gatewayMode, type Settings, settings } from '../settings';
import type { Gateway } from './gateway';
import { razorpayGateway } from './razorpay';
import { simulatedGateway } from './simulated';

let made: { from: Settings; gateway: Gateway | null } | null = null;

/** The gateway of the settings; null if online payment is off. */
export function currentGateway(): Gateway | null {
  const now = settings();
  if (made?.from !== now) made = { from: now, gateway: make(now) };
  return made.gateway;
}

function make(now: Settings): Gateway | null {
  switch (gatewayMode(now)) {
    case 'razorpay':
      return razorpayGateway(now);
    case 'simulated':
      return simulatedGateway(now);
    case 'off':
      return null;
  }
}
