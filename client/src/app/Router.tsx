import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useAddress } from '../core/address-bar';
import { useSession } from '../core/session';
import { AuthScreen } from '../features/auth/AuthScreen';
import { lazyPart } from './lazy-part';
import { useErrorToasts } from './use-error-toasts';
import { Waiting } from './Waiting';

const Home = lazyPart(async () => (await import('./Home')).Home, { waiting: <Waiting /> });

const FairnessScreen = lazyPart(
  async () => {
    const [texts, page] = await Promise.all([
      import('./fairness-texts'),
      import('../features/fairness/FairnessScreen'),
    ]);
    texts.addFairnessTexts();
    return page.FairnessScreen;
  },
  { waiting: <Waiting /> },
);

/**
 * The query string of the link that a signed-out person opened, or of the page on which a session ended: it is kept in
 * the state of the sign-in page. Empty if the state has none.
 */
function returnTo(state: unknown): string {
  const search = state !== null && typeof state === 'object' && 'returnTo' in state ? state.returnTo : null;
  return typeof search === 'string' ? search : '';
}

function Guest({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  const { params } = useAddress();
  const { state } = useLocation();
  // Links in mails work for signed-in and signed-out users.
  if (params.has('reset') || params.has('confirm')) return children;
  if (status === 'checking') return <Waiting />;
  // Only the query string of the link is restored; the path is always the app's own.
  return status === 'signed_in' ? <Navigate to={{ pathname: '/', search: returnTo(state) }} replace /> : children;
}

function Member({ children }: { children: ReactNode }) {
  const { status, leftByUser } = useSession();
  const { search } = useLocation();
  // After Logout the next person to sign in starts at the home page. If the server has ended the session, the same
  // person returns to the same page.
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (status === 'signed_in') wasSignedIn.current = true;
  }, [status]);
  if (status === 'checking') return <Waiting />;
  if (status === 'signed_in') return children;
  return <Navigate to="/auth" replace state={wasSignedIn.current && leftByUser ? null : { returnTo: search }} />;
}

/** The routes of the app; every other path redirects to `/`. */
export function Router() {
  useErrorToasts();
  return (
    <Routes>
      <Route
        path="/auth"
        element={
          <Guest>
            <AuthScreen />
          </Guest>
        }
      />
      <Route
        path="/"
        element={
          <Member>
            <Home />
          </Member>
        }
      />
      <Route path="/fairness" element={<FairnessScreen />} />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
