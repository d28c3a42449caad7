import { expect, test } from '@jest/globals';
import { withDatabase, withoutPassword } from './address';

test.each([
  ['mongodb://db.host:27017', 'mongodb://db.host:27017/boli'],
  ['mongodb://db.host:27017/', 'mongodb://db.host:27017/boli'],
  ['mongodb://db.host/rides?w=1', 'mongodb://db.host/rides?w=1'],
  ['mongodb://a:27017,b:27017/?replicaSet=rs0', 'mongodb://a:27017,b:27017/boli?replicaSet=rs0'],
  ['mongodb://us:pw@a:1,b:2/rides?replicaSet=rs0', 'mongodb://us:pw@a:1,b:2/rides?replicaSet=rs0'],
  ['mongodb+srv://db.host?appName=x', 'mongodb+srv://db.host/boli?appName=x'],
  ['mongodb://%2Fdata%2Fstore%2Fstore.sock/', 'mongodb://%2Fdata%2Fstore%2Fstore.sock/boli'],
])('%s is completed to %s', (given, named) => {
  expect(withDatabase(given)).toBe(named);
});

test.each(['pw', 'p/w', 'p@w', 'p:w?'])('the password %s appears in no error message', (password) => {
  const uri = `mongodb://user:${password}@db.host/boli`;
  expect(withoutPassword(`The database at ${uri} is away: "${uri}" is wrong`)).toBe(
    'The database at mongodb://db.host/boli is away: "mongodb://db.host/boli" is wrong',
  );
});
