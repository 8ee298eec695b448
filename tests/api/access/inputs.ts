// Inputs that several rows of `classified.ts` send.

export const address = {
  street1: '1414 Harney St',
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
  country: 'US',
  coordinates: { latitude: 41.2587, longitude: -95.9378 },
};
export const content = {
  title: 'A job',
  jobType: 'dryVan',
  requiredExperience: 'M6',
  homeTime: 'HW',
  jobDescription: 'Drive a truck from here to there and back again.',
  salaryType: 'weekly',
  expectedPay: 1500,
};
/** The password is refused as a common one, so that nothing is created and no one is signed out. */
export const person = { firstName: 'Wanda', lastName: 'Stone', email: 'wanda@stone.example', password: 'Password1!' };
export const companyFields = {
  companyName: 'Another company',
  email: 'office@another.example',
  size: '1-5',
  phone: '4025550123',
  street1: '1 Main St',
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
};

export const billingContact = {
  name: 'Ida Marsh',
  companyName: 'Prairie',
  phone: '4025550124',
  street1: null,
  street2: null,
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
};

export const unknownPasskey = {
  id: 'unknown',
  rawId: 'unknown',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
};

/** The push service is none of ours, so that nothing is stored. */
export const pushDevice = {
  endpoint: 'https://push.example/1',
  p256dh: 'A'.repeat(87),
  auth: 'A'.repeat(22),
  publicKey: 'A'.repeat(87),
};

/** An interview in two days. */
export const proposal = () => ({
  kind: 'phone',
  minutes: 30,
  times: [new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString()],
});

/** A link to the interview of an application with a signature that is not ours. */
export const forgedLink = (applicationId: string) => `${applicationId}.${'A'.repeat(22)}`;

/** A calendar day. */
export const inAMonth = () => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** How a call of a stranger ends (`classification.ts`). */
export const own = { stranger: 'own' } as const;
export const notFoundForStranger = { stranger: 'not found' } as const;

export const noInput = () => undefined;
export const page = { offset: 0, limit: 10 };
