import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreFocus } from '../core/focus';
import { startInstall } from '../core/install';
import { startLanguage } from '../core/language';
import { startSession } from '../core/session';
import { startUpdates } from '../core/update';
import { App } from './App';
import './styles';
import './global.css';
import './classes.css';

startSession();
restoreFocus();
startInstall();
// In development the pages update without a service worker.
if (import.meta.env.PROD) startUpdates();

const root = document.getElementById('root');
if (root) {
  void startLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
