import { expect, test } from 'vitest';
import { signForm } from './signature.ts';
import { twilioService } from './twilio.ts';

const createForm = (fields: Record<string, string>) => new URLSearchParams(fields);
const settings = { url: 'https://api.twilio.com', account: 'AC1', token: '12345', from: '+14025550100', statusUrl: null };

test('the signature is the one of the example in Twilio’s documentation', () => {
  const fields = createForm({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  });
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  expect(signForm(url, fields, '12345')).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  expect(twilioService(settings).isSigned(url, fields, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(true);
});

test('a changed field, URL or signature and a repeated name are refused; the previous token is accepted', () => {
  const url = 'https://jobs.example.com/api/webhooks/inbound-text';
  const signature = signForm(url, createForm({ Body: 'STOP' }), '12345');
  const service = twilioService(settings);
  const isSigned: typeof service.isSigned = (...webhook) => service.isSigned(...webhook);
  expect(isSigned(url, createForm({ Body: 'STOP' }), signature)).toBe(true);
  expect(isSigned(url, createForm({ Body: 'START' }), signature)).toBe(false);
  expect(isSigned(`${url}?x=1`, createForm({ Body: 'STOP' }), signature)).toBe(false);
  expect(isSigned(url, createForm({ Body: 'STOP' }), '')).toBe(false);
  const repeatedForm = new URLSearchParams('Body=STOP&Body=START');
  expect(isSigned(url, repeatedForm, signForm(url, repeatedForm, '12345'))).toBe(false);
  const rotatedService = twilioService({ ...settings, token: 'new', previousToken: '12345' });
  expect(rotatedService.isSigned(url, createForm({ Body: 'STOP' }), signature)).toBe(true);
});
