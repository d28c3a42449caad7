import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startDeviceStore } from '../core/device-store';
import { restoreFocus } from '../core/focus';
import { startInstall } from '../core/install';
import { startLanguage } from '../core/language';
import { isShell } from '../core/server';
import { startSession } from '../core/session';
import { startUpdates } from '../core/update';
import { App } from './App';
import './styles';
import './global.css';
import './classes.css';

restoreFocus();
// The native shell is installed and updated by an app store.
if (!isShell()) {
  startInstall();
  // In development the pages update without a service worker.
  if (import.meta.env.PROD) startUpdates();
}

/**
 * Starts the device's database and the session. In the native shell it first connects the page with the phone and its
 * server, and resolves to the shell's frame around the pages; else to undefined.
 */
async function start() {
  const Frame = isShell() ? await (await import('./native-shell')).startShell() : undefined;
  startDeviceStore();
  startSession();
  return Frame;
}

const root = document.getElementById('root');
if (root) {
  void Promise.all([start(), startLanguage()]).then(([Frame]) =>
    createRoot(root).render(
      <StrictMode>
        <App Frame={Frame} />
      </StrictMode>,
    ),
  );
}
