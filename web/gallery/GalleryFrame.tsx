import { Container, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '#web/ui/Logo.tsx';
import classes from './GalleryFrame.module.css';

/** The pages of the component gallery (`docs/product/news-and-ads.md#component-gallery`). */
const galleryPages = [
  { path: '/buttons', label: 'Buttons' },
  { path: '/texts', label: 'Texts' },
  { path: '/icons', label: 'Icons' },
  { path: '/redux-example', label: 'Client state' },
  { path: '/todos', label: 'To-dos' },
  { path: '/axios-list', label: 'Server list' },
  { path: '/saga-example', label: 'Async flow' },
  { path: '/layout-example', label: 'Layout' },
  { path: '/modal', label: 'Dialogs' },
] as const;

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** The component gallery, which shows the product's own components and patterns as they are used. */
export function GalleryFrame() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <header className={classes.top}>
        <Container size="lg" className={classes.bar}>
          <Link to="/login" title="Sign in" className={classes.home}>
            <Logo tone="onDark" />
          </Link>
          <SegmentedControl
            size="xs"
            aria-label="Color scheme"
            data={schemes}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
          />
        </Container>
      </header>
      <nav className={classes.pages} aria-label="Gallery">
        <Container size="lg">
          <ul className={classes.list}>
            {galleryPages.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} className={classes.link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </Container>
      </nav>
      <Container component="main" size="lg" className={classes.main}>
        <Outlet />
      </Container>
    </>
  );
}
