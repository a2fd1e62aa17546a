import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { Resources, ResourcesProvider } from './resources.js';

createRoot(document.getElementById('page')!).render(
  <ResourcesProvider resources={new Resources()}>
    <App />
  </ResourcesProvider>,
);
