import { ActionIcon, Group, Slider, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { holdPlacement, logoSize, type LogoPlacement, logoStage, zoomPlacement } from '#shared/companies/logo.ts';
import classes from './LogoStage.module.css';
import type { ReadPicture } from './read-picture.ts';

type Props = {
  picture: ReadPicture;
  placement: LogoPlacement;
  /** Shown whole instead: nothing is moved. */
  isWhole: boolean;
  isDisabled: boolean;
  onChange: (placement: LogoPlacement) => void;
};

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The picture under the logo's window: dragged or moved with the arrow keys, 200 to 700 wide in steps of 10. */
export function LogoStage({ picture, placement, isWhole, isDisabled, onChange }: Props) {
  const grip = useRef<{ x: number; y: number; from: LogoPlacement } | null>(null);
  const { logoSize: size, logoLeftOffset, logoTopOffset } = placement;
  const isFixed = isWhole || isDisabled;

  const move = (from: LogoPlacement, x: number, y: number) =>
    onChange(
      holdPlacement(
        { logoSize: from.logoSize, logoLeftOffset: from.logoLeftOffset + x, logoTopOffset: from.logoTopOffset + y },
        picture,
      ),
    );
  const zoom = (next: number) => onChange(zoomPlacement(placement, next, picture));

  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (isFixed) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, y: event.clientY, from: placement };
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!grip.current) return;
    const scale = logoStage.width / event.currentTarget.getBoundingClientRect().width;
    move(grip.current.from, (event.clientX - grip.current.x) * scale, (event.clientY - grip.current.y) * scale);
  };
  const press = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (!step || isFixed) return;
    event.preventDefault();
    const pixels = event.shiftKey ? 10 : 2;
    move(placement, step[0] * pixels, step[1] * pixels);
  };

  return (
    <Stack gap="sm">
      <button
        type="button"
        className={classes.stage}
        data-whole={isWhole || undefined}
        disabled={isFixed}
        aria-label="Image in the frame. Drag it or use the arrow keys to move it"
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
        onKeyDown={press}
      >
        {isWhole ? (
          <img src={picture.url} alt="" className={classes.whole} draggable={false} />
        ) : (
          <img
            src={picture.url}
            alt=""
            className={classes.picture}
            draggable={false}
            style={{
              left: percent(logoLeftOffset, logoStage.width),
              top: percent(logoTopOffset, logoStage.height),
              width: percent(size, logoStage.width),
            }}
          />
        )}
        <span className={classes.window} />
      </button>
      <Text size="xs" c="dimmed" ta="center">
        {isWhole ? 'The whole image fits in the frame.' : 'The area in the frame becomes your logo.'}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Smaller"
          disabled={isFixed || size <= logoSize.min}
          onClick={() => zoom(size - logoSize.step)}
        >
          <IconMinus size={16} />
        </ActionIcon>
        <Slider
          className={classes.slider}
          thumbLabel="Image size"
          min={logoSize.min}
          max={logoSize.max}
          step={logoSize.step}
          value={size}
          label={null}
          disabled={isFixed}
          onChange={zoom}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Larger"
          disabled={isFixed || size >= logoSize.max}
          onClick={() => zoom(size + logoSize.step)}
        >
          <IconPlus size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  );
}
