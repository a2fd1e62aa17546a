class PoolerConfig:
    def __init__(self, pooling_type, normalize):
        self.pooling_type, self.normalize = pooling_type, normalize
