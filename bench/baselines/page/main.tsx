// React, the router and the socket's client alone: a sign-in form, and a list that is read by HTTP and updated by events.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { io } from 'socket.io-client';

interface Row {
  id: string;
  pickup_location: string;
  drop_location: string;
}

function SignIn() {
  return (
    <form>
      <h1>Sign in</h1>
      <label>
        Email <input name="email" type="email" autoComplete="username" />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" />
      </label>
      <button type="submit">Sign In</button>
    </form>
  );
}

function Rows() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    const read = async () => {
      const answer = await fetch('/api/rows');
      setRows(await answer.json());
    };
    const socket = io({ transports: ['websocket'] });
    socket.on('changed', read);
    void read();
    return () => void socket.disconnect();
  }, []);
  return (
    <ul>
      {rows.map(({ id, pickup_location: from, drop_location: to }) => (
        <li key={id}>
          <Link to={`/rows/${id}`}>
            {from} to {to}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <BrowserRouter>
      <Routes>
        <Route path="/auth" element={<SignIn />} />
        <Route path="*" element={<Rows />} />
      </Routes>
    </BrowserRouter>,
  );
