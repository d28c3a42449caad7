import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '../core/session';
import { App } from './App';
import './styles';
import './global.css';

startSession();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
