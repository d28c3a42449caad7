// The baseline of a REST call: bare Express 5. It checks the token with a key object, uses the bare MongoDB driver for the
// store calls that the product's answer waits for, and answers the same JSON as the product. The parent process sends
// this JSON at the start.
import { createSecretKey, randomUUID } from 'node:crypto';
import express from 'express';
import jwt from 'jsonwebtoken';
import mongoose from 'mongoose';

const [uri, secret] = process.argv.slice(2);
const key = createSecretKey(Buffer.from(secret, 'utf8'));
// The MongoDB driver that the product uses.
const client = await mongoose.mongo.MongoClient.connect(uri, {
  maxPoolSize: 20,
  writeConcern: { w: 'majority', journal: true },
});
const db = client.db();
const [users, profiles, bookings, rides] = ['users', 'driver_profiles', 'bookings', 'ride_requests'].map((name) =>
  db.collection(name),
);

let answers = {};
process.on('message', (message) => {
  if (!message.answers) return;
  answers = message.answers;
  process.send({ ready: true });
});

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

async function guard(request, response, next) {
  try {
    const { sub, sid } = jwt.verify(request.headers.authorization.slice(7), key, { algorithms: ['HS256'] });
    request.user = await users.findOne({ _id: sub, session_ids: sid });
    next();
  } catch {
    response.status(401).end();
  }
}

app.get('/api/bookings/my', guard, async ({ user }, response) => {
  const filter = { customer_id: user._id };
  const [rows] = await Promise.all([
    bookings.find(filter).sort({ created_at: -1 }).limit(50).toArray(),
    bookings.countDocuments(filter),
  ]);
  const drivers = rows.map(({ driver_id }) => driver_id);
  const people = { _id: { $in: [...new Set([...drivers, user._id])] } };
  await Promise.all([
    users.find(people, { projection: { name: 1, email: 1, phone: 1 } }).toArray(),
    profiles.find({ user_id: { $in: drivers } }).toArray(),
  ]);
  response.json(answers.list);
});

app.post('/api/quotes/create', guard, express.json(), async ({ user, body }, response) => {
  const profile = await profiles.findOne({ user_id: user._id });
  await rides.findOne({ _id: body.ride_request_id });
  const now = new Date();
  const quote = {
    ...{ _id: randomUUID(), driver_id: user._id, driver_name: user.name, car_model: profile.car_model },
    ...{ vehicle_class: null, experience_years: profile.experience_years, license_number: profile.license_number },
    ...{ accepts_upi: false, price_paise: body.price * 100, eta: null, hold_min: null, expires_at: null },
    ...{ status: 'active', booking_id: null, created_at: now, follow_up: now, version: 1 },
  };
  await rides.findOneAndUpdate(
    { _id: body.ride_request_id, status: 'open', expires_at: { $gt: now }, 'quotes.driver_id': { $ne: user._id } },
    { $push: { quotes: quote }, $inc: { quote_count: 1, version: 1 }, $currentDate: { changed_at: true } },
    { returnDocument: 'after' },
  );
  await Promise.all([
    profiles.findOne({ user_id: user._id }),
    users.findOne({ _id: { $in: [user._id] }, suspension: { $ne: null } }, { projection: { _id: 1 } }),
  ]);
  await profiles.find({ user_id: { $in: [user._id] } }).toArray();
  response.json(answers.quote);
});

const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
