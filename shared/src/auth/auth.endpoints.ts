import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam } from '../core/fields';
import {
  AccountInput,
  AccountSession,
  ConfirmInput,
  ForgotInput,
  LoginInput,
  PasswordInput,
  RegisterInput,
  ResetInput,
  Session,
  User,
} from './auth.schema';

export const register = endpoint({
  method: 'post',
  path: '/auth/register',
  access: 'public',
  body: RegisterInput,
  reply: Session,
  status: 201,
  // Less than the cost of the hash, because the number of calls in an hour is limited as well.
  cost: 5,
  summary: 'Create an account and sign in',
});
export const login = endpoint({
  method: 'post',
  path: '/auth/login',
  access: 'public',
  body: LoginInput,
  reply: Session,
  cost: 15,
  summary: 'Sign in',
});
export const me = endpoint({
  method: 'get',
  path: '/auth/me',
  access: 'any',
  whileSuspended: true,
  reply: User,
  summary: 'Who am I',
});
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
  paidBySession: true,
  body: PasswordInput,
  reply: Session,
  cost: 30,
  summary: 'Change my password; ends every other session',
});
export const logout = endpoint({
  method: 'post',
  path: '/auth/logout',
  access: 'any',
  paidBySession: true,
  whileSuspended: true,
  reply: null,
  status: 204,
  summary: 'End the session of this token',
});
export const listSessions = endpoint({
  method: 'get',
  path: '/auth/sessions',
  access: 'any',
  paidBySession: true,
  reply: z.array(AccountSession),
  summary: 'Devices on which I am signed in, the most recently used first',
});
export const endSession = endpoint({
  method: 'delete',
  path: '/auth/sessions/{id}',
  access: 'any',
  paidBySession: true,
  params: IdParam,
  reply: null,
  status: 204,
  summary: 'End one session of mine',
});
export const logoutAll = endpoint({
  method: 'post',
  path: '/auth/logout-all',
  access: 'any',
  reply: null,
  status: 204,
  summary: 'End every session of mine',
});
export const forgotPassword = endpoint({
  method: 'post',
  path: '/auth/forgot',
  access: 'public',
  body: ForgotInput,
  reply: null,
  status: 204,
  summary: 'Send a link for a new password, if there is such an account; 409 if no mail server is set',
});
export const resetPassword = endpoint({
  method: 'post',
  path: '/auth/reset',
  access: 'public',
  body: ResetInput,
  reply: null,
  status: 204,
  summary: 'Choose a new password by the link of a mail; ends every session',
});
export const sendConfirmation = endpoint({
  method: 'post',
  path: '/auth/confirm/send',
  access: 'any',
  reply: null,
  status: 204,
  summary: 'Send me the confirmation mail for my email again; 409 if no mail server is set',
});
export const confirmEmail = endpoint({
  method: 'post',
  path: '/auth/confirm',
  access: 'public',
  body: ConfirmInput,
  reply: null,
  status: 204,
  summary: 'Confirm an email by the link of a mail',
});
