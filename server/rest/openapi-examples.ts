type Json = Record<string, unknown>;
type Schema = Json & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  $ref?: string;
};

/** Example values by the field's wire name. A value is used only if the schema accepts it. */
const exampleByWireName: Record<string, unknown> = {
  access_token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9…',
  action: 'impersonation.start',
  actor_email: 'superadmin@demo.example',
  actor_name: 'Dana Whitfield',
  available_from: '2026-03-02',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  billing_date: '2026-03-02',
  body: 'Can you start on Monday?',
  birthdate: '1988-04-12',
  body_html: '<p>Chains are required on I-80.</p>',
  card_holder_name: 'Dana Whitfield',
  card_token: 'tok_5f3b2a',
  city: 'Omaha',
  client_id: 'haulboard',
  client_secret: 'secret-of-the-provider',
  code: 'ACDEFHJK',
  color_template: '#1f6feb',
  company_color: '#1f6feb',
  company_name: 'Prairie Freight',
  country: 'US',
  description: 'Prices along the interstate',
  device_id: 'k3j4h5g6',
  distance: 12.4,
  dns_record: 'haulboard-domain-verification=8rT2…',
  domain: 'prairie.example',
  due_on: '2026-03-02',
  email: 'dana@prairie.example',
  email_to_verify: null,
  employee_id: '0192f0c1-7a5e-7c3a-9f6e-0b8a6f1d2c3b',
  ending: '\nReply STOP to end.',
  endpoint: 'https://fcm.googleapis.com/fcm/send/cQ2nLTTN0Nc',
  etag: '9b2cf535f27731c974343645a3985328',
  expiration_date: '12/29',
  external_url: 'https://prairie.example/apply',
  field: 'created_at',
  file_name: '0192f0c1.webp',
  first_name: 'Dana',
  full_name: 'Dana Whitfield',
  image_url: '/media/0192f0c1.webp',
  invitation_link: 'https://jobs.example.com/sign-up',
  invoice_custom_id: 'INV-2026-000001',
  invoice_id: 'INV-2026-000001',
  ip: '198.51.100.7',
  issuer: 'https://id.prairie.example',
  job_description: '<p>Run regional freight, home every weekend.</p>',
  job_hyperlink: 'https://prairie.example/apply',
  job_title: 'Regional dry van driver',
  key: 'message-0192f0c1',
  last_name: 'Whitfield',
  latitude: 41.2587,
  link_url: 'https://tires.example',
  logo: '0192f0c1.webp',
  logo_url: '/media/0192f0c1.webp',
  longitude: -95.9378,
  masked_number: '************1111',
  message: 'How does this posting look?',
  mime: 'video/mp4',
  name: 'Fuel prices',
  new_password: 'Longer#Haul2026',
  old_password: 'Long-Haul#2026',
  opening: 'Prairie Freight: ',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  part_number: 1,
  password: 'Long-Haul#2026',
  phone: '4025550142',
  phone_extension: '12',
  postal_code: '68102',
  profile_picture: '/media/0192f0c1.webp',
  public_key: 'BGJrOC_3i8GprQ132qS4fH9k00wr1_BSH2ApYJvomgu9cCYarAQaCdUar38ARQNKSscZAncrcjiHexDKwQm4Ddk',
  query: 'dry van',
  reason: 'Asked for by the customer',
  redirect: '/company/jobs',
  redirect_uri: 'https://jobs.example.com/login/social',
  refresh_token: 'rt_8Zk1…',
  requisite_number: 'R-1001',
  sales_ref: 'S-17',
  jobs_post_token: 'post_4h1s',
  secret_token: 'post_4h1s',
  session_token: 'session-1',
  state: 'NE',
  street1: '1414 Harney St',
  street2: 'Suite 2',
  string_experience: '4 years',
  subject: 'A question about our posting',
  task: 'Call about the start date',
  text: 'Urgent',
  thumbnail: '/media/0192f0c1.webp',
  title: 'Regional dry van driver',
  url: '/media/0192f0c1.webp',
  video_url: 'https://videos.example/tour.mp4',
  years_of_experience: 4,
};

const exampleByFormat: Record<string, unknown> = {
  uuid: '0192f0c1-7a5e-7c3a-9f6e-0b8a6f1d2c3b',
  'date-time': '2026-03-02T15:04:05.000Z',
  date: '2026-03-02',
  email: 'dana@prairie.example',
  uri: 'https://prairie.example',
};

/** Examples of objects whose fields depend on each other, by the name of one of them. */
const exampleObjects: Readonly<Record<string, Json>> = {
  attachment: {
    id: '0192f0c1-7a5e-7c3a-9f6e-0b8a6f1d2c3b',
    name: 'CDL.pdf',
    type: 'application/pdf',
    bytes: 84_210,
    reason: null,
    url: '/api/1.0/messages/attachments/0192f0c1-7a5e-7c3a-9f6e-0b8a6f1d2c3b',
  },
};

const exampleFilters = { and: [{ field: 'created_at', operator: 'greater_than', value: '2026-01-01' }] };
const maxDepth = 6;

/** An example value that the schema accepts, chosen by the field's name if possible. */
export function exampleOf(schema: Json, schemas: Json, name = '', depth = 0): unknown {
  const node = schema as Schema;
  if (name === 'filters' && !node.properties) return exampleFilters;
  const exampleObject = exampleObjects[name];
  if (exampleObject) return exampleObject;
  if (node.$ref) {
    const referencedSchema = schemas[node.$ref.split('/').pop() ?? ''];
    return depth < maxDepth && referencedSchema ? exampleOf(referencedSchema as Json, schemas, name, depth + 1) : {};
  }
  if ('const' in node) return node['const'];
  if (node.enum) return node.enum.find((value) => value !== null) ?? null;
  const options = node.anyOf ?? node.oneOf;
  if (options) {
    const option = options.find(({ type }) => type !== 'null') ?? options[0];
    return option ? exampleOf(option, schemas, name, depth + 1) : null;
  }
  if (node.allOf?.some((part) => part.$ref || part.properties))
    return Object.assign({}, ...node.allOf.map((part) => exampleOf(part, schemas, name, depth + 1))) as unknown;
  const type = Array.isArray(node.type) ? node.type.find((kind) => kind !== 'null') : node.type;
  if (type === 'object' || node.properties) return objectExample(node, schemas, depth);
  if (type === 'array') return node.items ? [exampleOf(node.items, schemas, singular(name), depth + 1)] : [];
  return type === 'null' || node.type === 'null' ? null : plainExample(node, type, name);
}

/** Fields of which a request has exactly one, with the fields that belong to them. The example has the first one. */
const alternatives = [
  ['ids', 'filters', 'all'],
  ['tag', 'owner_id', 'stage', 'reason'],
];

function objectExample({ properties = {} }: Schema, schemas: Json, depth: number): Json {
  if (depth > maxDepth) return {};
  const names = Object.keys(properties);
  const isLeftOut = (name: string) =>
    alternatives.some((group) => group.slice(1).includes(name) && group.slice(0, 3).every((one) => names.includes(one)));
  const shownProperties = Object.entries(properties).filter(([name]) => !isLeftOut(name));
  return Object.fromEntries(shownProperties.map(([key, value]) => [key, exampleOf(value, schemas, key, depth + 1)]));
}

function plainExample(schema: Schema, type: string | undefined, name: string): unknown {
  const exampleByName = matchingPattern(schema, exampleByWireName[snakeOf(name)]);
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return numberExample(schema, exampleByName);
  const format = typeof schema['format'] === 'string' ? schema['format'] : '';
  if (format === 'binary') return '(the bytes of the file)';
  if (format in exampleByFormat && format !== 'email') return exampleByFormat[format];
  if (typeof exampleByName === 'string') return exampleByName;
  if (format in exampleByFormat) return exampleByFormat[format];
  if (/(?:^|_)ids?$/.test(snakeOf(name))) return exampleByFormat['uuid'];
  if (/(?:^|_)at$/.test(snakeOf(name))) return exampleByFormat['date-time'];
  if (/(?:^|_)date$/.test(snakeOf(name)) || name === 'from' || name === 'to') return exampleByFormat['date'];
  if (/(?:^|_)token$/.test(snakeOf(name))) return 'eyJhbGciOiJFZERTQSJ9…';
  if (snakeOf(name).endsWith('_url')) return 'https://prairie.example';
  return type === undefined ? {} : 'text';
}

/** Replaces an example that does not match the pattern with the URL of an upload, which our URL patterns require. */
function matchingPattern({ pattern }: Schema, value: unknown): unknown {
  if (typeof pattern !== 'string' || typeof value !== 'string') return value;
  return new RegExp(pattern, 'u').test(value) ? value : '/media/0192f0c1.mp4';
}

function numberExample(schema: Schema, exampleByName: unknown): number {
  if (typeof exampleByName === 'number') return exampleByName;
  const min = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0);
  return min > 1 ? Math.ceil(min) : 1;
}

const singular = (name: string) => name.replace(/s$/, '');
const snakeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
