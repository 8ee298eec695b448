import { newSecret, previousTokenFile, rotateSecret, tokenFile } from '#server/session/secret-file.ts';
import { readProcessSettings } from '#server/settings/env.ts';
import { readOptions } from './options.ts';

readOptions({
  name: 'npm run rotate-keys',
  description:
    'Makes a new key for tokens. The one before stays valid, so that no one is signed out (docs/keys.md).\n' +
    'With TOKEN_KEY set, prints the new settings. Otherwise replaces the key in DATA_DIR/keys. Restart the nodes afterward.',
});

const { tokenKeys, dataDir } = readProcessSettings();
if (tokenKeys.current === undefined) {
  rotateSecret(dataDir);
  process.stdout.write(
    `New key: ${dataDir}/keys/${tokenFile}\nKey before: ${dataDir}/keys/${previousTokenFile}\n` +
      'Restart the node. Delete the key before after 30 days.\n',
  );
} else {
  process.stdout.write(
    `TOKEN_KEY=${newSecret()}\nTOKEN_KEY_PREVIOUS=<the value of TOKEN_KEY until now>\n` +
      'Set both on every node and restart it. Delete TOKEN_KEY_PREVIOUS after 30 days.\n',
  );
}
