import { type ReactNode, useState } from 'react';
import { signIn } from '../core/session';

/** Signs in a customer of this id. */
export const signInAs = (id: string): void =>
  signIn({
    access_token: id,
    token_type: 'bearer',
    user: { id, name: id, email: `${id}@example.in`, role: 'customer', phone: null },
  });

/** A page whose part is removed by a press of Leave. */
export function LeavingPage({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && children}
      <button type="button" onClick={() => setShown(false)}>
        Leave
      </button>
    </>
  );
}
