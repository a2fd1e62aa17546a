import java.nio.file.Path;
import java.util.Map;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

/**
 * Runs one OpenSearch node for tests and trials: java EngineNode HOME SETTING=VALUE ... It skips the checks that a node in
 * production makes of its machine, and no security plugin guards it: it must listen on loopback alone.
 */
public final class EngineNode {
  public static void main(String[] arguments) throws Exception {
    String home = arguments[0];
    Settings.Builder settings = Settings.builder().put("path.home", home);
    for (int i = 1; i < arguments.length; i++) {
      String[] pair = arguments[i].split("=", 2);
      if (pair[1].indexOf(',') >= 0) settings.putList(pair[0], pair[1].split(","));
      else settings.put(pair[0], pair[1]);
    }
    String name = settings.get("node.name");
    var environment = InternalSettingsPreparer.prepareEnvironment(
      settings.build(), Map.of(), Path.of(home, "config"), () -> name);
    LogConfigurator.setNodeName(name);
    LogConfigurator.configure(environment);
    Node node = new Node(environment);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
    node.start();
    Thread.currentThread().join();
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (Exception error) {
      error.printStackTrace();
    }
  }
}
