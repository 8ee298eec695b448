import sharp from 'sharp';
import { expect, test } from 'vitest';
import { reencode, reencodeWithAnimation } from './store-image.ts';

const size = { width: 40, height: 30 };

/** A GIF with frames of the given colors. */
async function makeGif(...colors: string[]): Promise<Buffer> {
  const frames = await Promise.all(
    colors.map((background) =>
      sharp({ create: { ...size, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: colors.map((_color, index) => 100 + index * 50), loop: 3 })
    .toBuffer();
}
const describeImage = (data: Buffer) => sharp(data).metadata();

test('an animated GIF stays animated, with its times and repetitions', async () => {
  const { data, width, height } = await reencodeWithAnimation(await makeGif('#ff0000', '#00ff00', '#0000ff'));
  expect({ width, height }).toEqual(size);
  expect(await describeImage(data)).toMatchObject({ format: 'webp', pages: 3, delay: [100, 150, 200], loop: 3 });
});

test('each frame is cropped and resized', async () => {
  const gif = await makeGif('#ff0000', '#0000ff');
  const { data, width, height } = await reencodeWithAnimation(gif, (picture) =>
    picture.extract({ left: 4, top: 5, width: 20, height: 10 }).resize(10, 5, { fit: 'fill' }),
  );
  expect({ width, height }).toEqual({ width: 10, height: 5 });
  expect(await describeImage(data)).toMatchObject({ pages: 2, width: 10, height: 5 });
  const { dominant } = await sharp(data, { page: 1 }).stats();
  expect(dominant.b).toBeGreaterThan(200);
});

test('an animated WebP stays animated, a GIF with one frame is a picture', async () => {
  const webp = await sharp(await makeGif('#ff0000', '#0000ff'), { animated: true })
    .webp()
    .toBuffer();
  expect((await describeImage((await reencodeWithAnimation(webp)).data)).pages).toBe(2);
  const still = await sharp({ create: { ...size, channels: 3, background: '#ff0000' } })
    .gif()
    .toBuffer();
  expect((await describeImage((await reencodeWithAnimation(still)).data)).pages ?? 1).toBe(1);
});

test('logos and profile pictures show the first frame', async () => {
  const { data, width, height } = await reencode(await makeGif('#ff0000', '#0000ff'));
  expect({ width, height }).toEqual(size);
  expect((await describeImage(data)).pages ?? 1).toBe(1);
  expect((await sharp(data).stats()).dominant.r).toBeGreaterThan(200);
});

/** A GIF with two frames that claim to be this large, in a tiny file. */
function makeHugeGif(side: number): Buffer {
  const start = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex');
  for (const [bytes, position] of [
    [start, 6],
    [frame, 13],
  ] as const) {
    bytes.writeUInt16LE(side, position);
    bytes.writeUInt16LE(side, position + 2);
  }
  return Buffer.concat([start, frame, frame, Buffer.from(';')]);
}

test('an animation with too many pixels in all its frames is refused', async () => {
  expect(await describeImage(makeHugeGif(5000))).toMatchObject({ pages: 2, width: 5000 });
  await expect(reencodeWithAnimation(makeHugeGif(5000))).rejects.toMatchObject({ code: 'too_large' });
});

test('a GIF that is cut off is refused', async () => {
  const gif = await makeGif('#ff0000', '#0000ff');
  await expect(reencodeWithAnimation(gif.subarray(0, 30))).rejects.toMatchObject({ code: 'wrong_media_type' });
});
