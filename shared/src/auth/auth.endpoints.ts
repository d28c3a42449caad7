import { endpoint } from '../core/endpoint';
import { AccountInput, LoginInput, PasswordInput, RegisterInput, Session, User } from './auth.schema';

export const register = endpoint({
  method: 'post',
  path: '/auth/register',
  access: 'public',
  body: RegisterInput,
  reply: Session,
  status: 201,
  summary: 'Create an account and sign in',
});
export const login = endpoint({
  method: 'post',
  path: '/auth/login',
  access: 'public',
  body: LoginInput,
  reply: Session,
  summary: 'Sign in',
});
export const me = endpoint({ method: 'get', path: '/auth/me', access: 'any', reply: User, summary: 'Who am I' });
export const saveAccount = endpoint({
  method: 'put',
  path: '/auth/me',
  access: 'any',
  body: AccountInput,
  reply: User,
  summary: 'Change my name or phone',
});
export const changePassword = endpoint({
  method: 'post',
  path: '/auth/password',
  access: 'any',
  body: PasswordInput,
  reply: Session,
  summary: 'Change my password; ends every other session',
});
export const logoutAll = endpoint({
  method: 'post',
  path: '/auth/logout-all',
  access: 'any',
  reply: null,
  status: 204,
  summary: 'End every session of mine',
});
