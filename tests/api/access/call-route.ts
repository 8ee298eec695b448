import type { Route } from '#server/rest/table.ts';
import { requestName } from '#server/rest/wire-names.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import type { Outcome } from './ask.ts';
import { classified } from './classified.ts';
import type { World } from './world.ts';

/** Calls the route over HTTP with the input of its procedure's classification, at the places that the wire uses. */
export async function callRoute(
  app: TestApp,
  world: World,
  route: Route,
  token: string | undefined,
  given = classified[route.procedure]?.input(world),
): Promise<Outcome> {
  const input: Record<string, unknown> = { ...given };
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const key = route.options.params?.[name] ?? name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
    const inputValue = input[key];
    const value = typeof inputValue === 'string' ? inputValue : 'unknown';
    delete input[key];
    return encodeURIComponent(value);
  });
  const isRead = route.method === 'GET' || route.method === 'DELETE';
  const fields = Object.entries(input).map(([key, value]) => [requestName(key), value] as const);
  const query = isRead ? `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}` : '';
  const { status, body } = await app.callRest(route.method as 'GET', path + query, {
    ...(token ? { token } : {}),
    ...(isRead ? {} : { body: Object.fromEntries(fields) }),
  });
  return { status, code: status < 400 ? 'ok' : (body.errors[0]?.code ?? ''), answer: body };
}
